"""The stage: all players round one table, the same in live play, in the god view and in a replay."""

from parlour.web.pages.stage.stage import FaceShown, RecordedStage, Stage, StageWords, dress_stage

__all__ = ["FaceShown", "RecordedStage", "Stage", "StageWords", "dress_stage"]
