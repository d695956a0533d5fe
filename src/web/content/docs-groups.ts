/** The parts of the documentation, in the order of reading. */
export const DOC_GROUPS = ['Start', 'Alerts', 'Channels', 'Account', 'Reference'] as const;
export type DocGroup = (typeof DOC_GROUPS)[number];
