import type { ContactDeps } from '#src/support/contact/deps.ts';
import { receiveMessage } from '#src/support/contact/receive.ts';
import { CONTACT_MAX } from '#src/shared/contact.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ClientAddress } from '../../client-address.ts';
import { personOf, type SignedInUser } from '../actor.ts';
import type { Route } from '../route.ts';
import { FEEDBACK } from './contract.ts';

type FeedbackDeps = { contact: ContactDeps; clientAddress: ClientAddress };

const SUBJECT_MAX = 80;

/** POST /feedback: a message of a signed-in person to the team. Answers 201 once it is stored. */
export function addFeedbackRoute(route: Route, deps: FeedbackDeps): void {
  route(FEEDBACK.send, async (c, body) => {
    const { text } = await body();
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
      await receiveMessage(deps.contact, message, deps.clientAddress(c));
    } catch (error) {
      const wait = error instanceof AppError ? error.details?.['retry_after'] : undefined;
      if (typeof wait === 'number') c.header('Retry-After', String(wait));
      throw error;
    }
    return c.json({ status: 'received' }, 201);
  });
}

/** The person's name, else the part of the address before the @. */
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
