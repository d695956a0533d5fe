import type { PracticeProvider } from '#src/platform/practice/provider.ts';
import type { Channel, OpenConnection } from './channel.ts';

/** What a practice account is made of, as a connection holds it. */
export function practiceConnection(channel: Channel, { account }: PracticeProvider): OpenConnection {
  const of = (secret: boolean) =>
    Object.fromEntries(
      Object.entries(account.fields).filter(([name]) =>
        channel.fields.some((field) => field.name === name && field.secret === secret),
      ),
    );
  return { id: 'c-1', practice: true, settings: of(false), secrets: of(true) };
}
