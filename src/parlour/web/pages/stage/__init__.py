"""The stage: everybody round one table, the same in live play, in the god view and in a replay."""

from parlour.web.pages.stage.looked_back import RecordedStage
from parlour.web.pages.stage.stage import FaceShown, Stage, dress_stage
from parlour.web.pages.stage.told import StageWords

__all__ = ["FaceShown", "RecordedStage", "Stage", "StageWords", "dress_stage"]
