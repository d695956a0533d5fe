/** What becomes of an alert that lapsed while it waited for the end of quiet hours, or for sending hours. */
export const LAPSED_THEN = ['nothing', 'digest'] as const;
export type LapsedThen = (typeof LAPSED_THEN)[number];

/** Why it lapsed: its price moved too far, or its route's time limit was over. */
export const LAPSED = ['moved', 'expired'] as const;
export type Lapsed = (typeof LAPSED)[number];
