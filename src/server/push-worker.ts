/** What each service worker of notifications begins with: how it reads a message, and that a new version takes over at once. */
export const PUSH_WORKER = `'use strict';
const read = (data) => {
  try {
    return data ? data.json() : null;
  } catch {
    return null;
  }
};

self.addEventListener('install', () => self.skipWaiting());
`;
