import type { ContactForm, MessageKind } from '#src/shared/contact.ts';

/** A message whose form has been checked (src/shared/contact.ts), and its author if signed in. */
export type NewMessage = ContactForm & {
  kind: MessageKind;
  writer: { userId: string; workspaceId: string | null } | null;
  /** The name of the request, where it has one: it may come again. */
  request?: string | undefined;
};
