import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { operatorConversationsSchema } from '#src/shared/operator.ts';
import { ListFrame } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { listQuery } from '#src/web/admin/lib/queries.ts';
import { StateTabs, useAll } from '#src/web/admin/lib/state-tabs.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { ConversationRows } from './conversation-rows.tsx';
import { Thread } from './thread.tsx';

const LOOK_MS = 3_000;
const waiting = listQuery('/conversations', operatorConversationsSchema, { state: 'waiting' }, LOOK_MS);
const all = listQuery('/conversations', operatorConversationsSchema, { state: 'all' }, LOOK_MS);

/** Live Chat from the team's side: conversations on the left, messages on the right; on phones one after the other. */
export function ConversationsPage() {
  const { id } = useParams();
  const showsAll = useAll();
  const list = useInfiniteQuery(showsAll ? all : waiting);
  return (
    <div className="lg:grid lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-10">
      <div className={cx(id !== undefined && 'hidden lg:block')}>
        <PageHead title="Conversations">
          <StateTabs waiting="Waiting" all="All" />
        </PageHead>
        <ListFrame
          list={list}
          what="conversations"
          empty={
            showsAll
              ? { title: 'No messages yet', text: 'Messages from Live Chat appear here.' }
              : { title: 'No one is waiting', text: 'Every conversation is answered or dismissed.' }
          }
        >
          {(items) => <ConversationRows items={items} open={id} />}
        </ListFrame>
      </div>
      {id === undefined ? (
        <p className="hidden border-l border-line pl-10 text-base text-ink-2 lg:block lg:pt-2">
          Choose a conversation to read and answer it.
        </p>
      ) : (
        <Thread key={id} id={id} />
      )}
    </div>
  );
}
