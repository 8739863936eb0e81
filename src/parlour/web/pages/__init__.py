"""The pages of the server, made with NiceGUI and a few small scripts; they load nothing from elsewhere."""
