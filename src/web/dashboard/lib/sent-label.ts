import { isDemo } from '#src/web/lib/api/access.ts';

/** What a finished alert is called. The demo's are written for real and emailed to nobody. */
export const sentLabel = (): string => (isDemo() ? 'Recorded' : 'Sent');
