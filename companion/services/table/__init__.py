"""A play without a screen: the controller that every screen draws, the situation, the timers."""
