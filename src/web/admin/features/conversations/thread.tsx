import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { chatMessageSchema } from '#src/shared/chat.ts';
import { newClientId } from '#src/shared/client-id.ts';
import { operatorThreadSchema } from '#src/shared/operator.ts';
import { operatorPath } from '#src/web/admin/lib/queries.ts';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { apiGet, apiPost } from '#src/web/lib/api/api.ts';
import { Composer } from '#src/web/lib/chat/composer.tsx';
import { MessageList } from '#src/web/lib/chat/message-list.tsx';
import { unsentOf, type Pending } from '#src/web/lib/chat/unsent.ts';
import { linesOf } from '#src/web/lib/chat/lines.ts';
import { PromiseLine } from '#src/web/admin/lib/promise-line.tsx';
import { Button, buttonClass } from '#src/web/ui/button.tsx';

const LOOK_MS = 2_000;
const queryOf = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['operator', '/conversations', id],
    queryFn: ({ pageParam, signal }) =>
      apiGet(
        operatorPath(`/conversations/${id}?limit=50${pageParam ? `&cursor=${pageParam}` : ''}`),
        operatorThreadSchema,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: LOOK_MS,
  });

/** One conversation and its answer field. What is typed survives leaving and reloading. */
export function Thread({ id }: { id: string }) {
  const queries = useQueryClient();
  const thread = useInfiniteQuery(queryOf(id));
  const unsent = unsentOf(`answer.${id}`);
  const kept = useSyncExternalStore(unsent.subscribe, unsent.get);
  const { act, busy } = useAct('Not dismissed');
  const { search } = useLocation();
  const head = thread.data?.pages[0];
  const lines = linesOf(thread.data?.pages.flatMap(({ items }) => items) ?? [], kept.pending, 'team');
  const done = `/conversations/${id}/done`;

  async function post(message: Pick<Pending, 'clientId' | 'text'>): Promise<void> {
    try {
      const { clientId, text } = message;
      await apiPost(operatorPath(`/conversations/${id}/messages`), { clientId, text }, chatMessageSchema);
      await queries.invalidateQueries({ queryKey: ['operator'] });
      unsent.remove(clientId);
    } catch {
      unsent.fail(message.clientId);
    }
  }

  return (
    <section
      aria-label="Conversation"
      className="flex h-[calc(100dvh-11.5rem)] min-h-100 flex-col lg:h-[calc(100dvh-7.5rem)] lg:border-l lg:border-line lg:pl-5"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule pb-3 lg:pl-5">
        <Link
          to={{ pathname: '/conversations', search }}
          className={`${buttonClass('quiet', 'icon')} -ml-2 lg:hidden`}
          aria-label="Back to the conversations"
        >
          <ArrowLeft size={18} aria-hidden="true" />
        </Link>
        <div className="min-w-0 grow">
          <h2 className="headline truncate text-h4">{head?.name ?? 'Conversation'}</h2>
          {head ? (
            <p className="text-sm wrap-anywhere text-ink-2">
              {head.email},{' '}
              <Link className="link" to={`/accounts/${head.workspaceId}`}>
                {head.workspace}
              </Link>
            </p>
          ) : null}
          {head ? <PromiseLine promise={head} /> : null}
        </div>
        {head?.waiting ? (
          <Button
            size="sm"
            busy={busy === done}
            onClick={() => act({ path: done, body: { done: true }, done: 'Dismissed' })}
          >
            Needs no answer
          </Button>
        ) : null}
      </header>
      <MessageList
        lines={lines}
        thread={thread}
        nameOf={(line) => (line.author === 'person' ? line.name : line.name || 'You')}
        mine="team"
        beginning={<p className="text-sm text-ink-2">Nothing was said yet.</p>}
        onRetry={(pending) => {
          unsent.retry(pending.clientId);
          void post(pending);
        }}
        onTakeBack={(pending) => {
          unsent.remove(pending.clientId);
          unsent.type(kept.draft === '' ? pending.text : `${pending.text}\n${kept.draft}`);
        }}
      />
      {head ? (
        <Composer
          draft={kept.draft}
          placeholder="Write an answer"
          onType={unsent.type}
          onSend={(text) => {
            const message = { clientId: newClientId(), text };
            unsent.add({ ...message, at: new Date().toISOString() });
            void post(message);
          }}
        />
      ) : null}
    </section>
  );
}
