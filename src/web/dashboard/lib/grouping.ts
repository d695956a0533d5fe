import * as z from 'zod/mini';
import { groupMinutesSchema } from '#src/shared/attention.ts';
import { type Checked, checkBy } from '#src/web/lib/forms/check.ts';

const schema = z.object({ groupMinutes: groupMinutesSchema });

/** Minutes as they are typed; nothing is no grouping. */
export const groupMinutesOf = (text: string): Checked<{ groupMinutes: number | null }> =>
  checkBy(schema, { groupMinutes: text.trim() === '' ? null : Number(text) });

/** `Groups alerts about the same move for 15 minutes`; '' where each is sent. */
export const groupWords = (groupMinutes: number | null): string =>
  groupMinutes === null
    ? ''
    : `Groups alerts about the same move for ${groupMinutes} ${groupMinutes === 1 ? 'minute' : 'minutes'}`;
