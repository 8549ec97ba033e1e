// Which pages of the table this device may open: a page whose content it may not read is not offered.

import { allowed } from "./me.js";

/** @type {Record<string, string[]>} rows of docs/permits.md by address, one of which must allow it; others are open */
const PERMITS = {
  "/matches": ["read.matches"],
  "/setup": ["read.matches"],
  "/service": ["read.service"],
  "/devices": ["read.devices", "read.pairings"],
  "/plant": ["read.simulator"],
};

/** @param {string} path */
export const mayOpen = (path) => PERMITS[path]?.some((name) => allowed(name)) ?? true;

/**
 * @param {[string, string][]} links address and label
 */
export const openable = (links) => links.filter(([path]) => mayOpen(path));
