import type { ContactDeps } from './deps.ts';
import { type NewMessage, receiveMessage } from './receive.ts';

export type { ContactDeps, ContactMailJob } from './deps.ts';
export { renderMessageMail } from './mail.ts';
export type { NewMessage } from './receive.ts';

/** What taking messages offers to the rest of the program. */
export function createContact(deps: ContactDeps) {
  return {
    receive: (message: NewMessage, clientAddress: string | null) =>
      receiveMessage(deps, message, clientAddress),
  };
}
export type Contact = ReturnType<typeof createContact>;
