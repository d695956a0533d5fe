import { PostgrestClient } from '@supabase/postgrest-js';
import * as z from 'zod/mini';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { access } from '#src/web/lib/api/access.ts';
import { logWarning } from '#src/web/ui/log.ts';

const rowSchema = z.object({
  workspace_id: z.uuid(),
  plan: z.string(),
  status: z.string(),
  trial_ends_at: z.nullable(z.string()),
});
/** A person's own subscription record. */
export type OwnSubscription = z.infer<typeof rowSchema>;

/**
 * Reads the person's subscription record as call 3 of the specification says, by the official client: the first row, null
 * if there is none. A failure is logged and returns 'failed'; the caller then shows the defaults.
 */
export async function readSubscription(
  userId: string,
  options: { signal?: AbortSignal; fetch?: typeof fetch } = {},
): Promise<OwnSubscription | null | 'failed'> {
  try {
    const token = await access().token();
    const client = new PostgrestClient(`${location.origin}/rest/v1`, {
      headers: {
        apikey: PUBLIC_KEY,
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token ?? PUBLIC_KEY}`,
      },
      ...(options.fetch ? { fetch: options.fetch } : {}),
    });
    let question = client.from('subscriptions').select('*').eq('user_id', userId).limit(1);
    if (options.signal) question = question.abortSignal(options.signal);
    const { data, error } = await question;
    options.signal?.throwIfAborted();
    if (error) throw new Error('Failed to fetch subscription data', { cause: error });
    return z.array(rowSchema).parse(data)[0] ?? null;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    logWarning('Failed to fetch subscription data', error);
    return 'failed';
  }
}
