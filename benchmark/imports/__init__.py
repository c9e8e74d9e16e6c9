"""Bring instances in from elsewhere: one adapter a source, all through `bring_in`."""
