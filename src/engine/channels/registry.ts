import type { ChannelKind } from '#src/shared/alerts.ts';
import { emailChannel } from './email/email.ts';

/** Every channel there is. A new one needs its folder, a line here and a harness in conformance.test.ts. */
export const CHANNELS = { email: emailChannel } as const satisfies Record<ChannelKind, { kind: ChannelKind }>;
