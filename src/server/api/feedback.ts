import type { Context, Hono } from 'hono';
import type { Contact } from '#src/contact/index.ts';
import { CONTACT_MAX, feedbackFormSchema } from '#src/shared/contact.ts';
import { AppError } from '#src/shared/errors.ts';
import { readPayload } from '../functions/body.ts';
import { type ApiEnv, personOf, type SignedInUser } from './actor.ts';

export type FeedbackDeps = {
  contact: Contact;
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress: (c: Context) => string | null;
};

const SUBJECT_MAX = 80;

/** POST /feedback: a message to the team from somebody who is signed in. Answers 201 once it is stored. */
export function addFeedbackRoute(api: Hono<ApiEnv>, deps: FeedbackDeps): void {
  api.post('/feedback', async (c) => {
    const { text } = await readPayload(c, feedbackFormSchema);
    const user = personOf(c);
    const message = {
      kind: 'feedback' as const,
      name: nameOf(user),
      email: user.email,
      subject: shortened(text, SUBJECT_MAX),
      message: text,
      writer: { userId: user.id, workspaceId: c.get('membership').workspaceId },
    };
    try {
      await deps.contact.receive(message, deps.clientAddress(c));
    } catch (error) {
      const wait = error instanceof AppError ? error.details?.['retry_after'] : undefined;
      if (typeof wait === 'number') c.header('Retry-After', String(wait));
      throw error;
    }
    return c.json({ status: 'received' }, 201);
  });
}

/** His own name for himself, else what stands before the @ of his address. */
export function nameOf(user: SignedInUser): string {
  const words = ['first_name', 'last_name'].map((key) => user.userMetadata[key]);
  const name = words.filter((word) => typeof word === 'string').join(' ');
  return shortened(name, CONTACT_MAX.name) || shortened(user.email.split('@')[0] ?? '', CONTACT_MAX.name);
}

/** On one line, without what cannot be shown. */
function shortened(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}
