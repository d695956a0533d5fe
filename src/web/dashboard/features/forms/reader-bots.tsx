import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReaderBot, ReaderBots as Data } from '#src/shared/reader-bots.ts';
import { useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { readerBotsQuery } from './queries.ts';
import { ReaderBotForm } from './reader-bot-form.tsx';
import { ReaderBotRow } from './reader-bot-row.tsx';

/** Bots that people subscribe with, in their own chats. */
export function ReaderBots() {
  const { data, error, refetch } = useQuery(readerBotsQuery);
  if (error && !data)
    return <ErrorState title="Bots couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />;
  if (!data) return <output className="sr-only">Loading...</output>;
  return (
    <section aria-labelledby="reader-bots" className="mt-14">
      <h2 id="reader-bots" className="headline text-h3">
        Subscribe in a chat
      </h2>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        A bot asks everyone who opens its link to confirm, and then sends them your alerts in their own chat.
        The link is also on the brand’s sign-up forms and preferences page.
      </p>
      <Bots data={data} />
    </section>
  );
}

function Bots({ data }: { data: Data }) {
  const mayWrite = useMay('channels:write') ?? false;
  const refusal = useRefusal();
  const [editing, setEditing] = useState<ReaderBot | 'new' | null>(null);
  const { items, brands, connections } = data;
  const free = brands.filter(({ id }) => !items.some(({ brandId }) => brandId === id));
  if (editing !== null)
    return (
      <ReaderBotForm
        key={editing === 'new' ? 'new' : editing.brandId}
        bot={editing === 'new' ? null : editing}
        brands={editing === 'new' ? free : brands}
        data={data}
        onClose={() => setEditing(null)}
      />
    );
  return (
    <>
      {items.length > 0 ? (
        <ul aria-label="Bots" className="mt-5 border-t border-rule">
          {items.map((bot) => (
            <ReaderBotRow key={bot.brandId} bot={bot} mayWrite={mayWrite} onEdit={() => setEditing(bot)} />
          ))}
        </ul>
      ) : null}
      {connections.length === 0 ? (
        <p className="mt-5 border-y border-line py-4 text-sm text-ink-2">
          Connect a bot under{' '}
          <Link to="/channels" className="underline">
            Channels
          </Link>{' '}
          first.
        </p>
      ) : mayWrite && free.length > 0 ? (
        <p className="mt-5">
          <Button disabled={refusal !== null} title={refusal ?? undefined} onClick={() => setEditing('new')}>
            Add a bot
          </Button>
        </p>
      ) : null}
    </>
  );
}
