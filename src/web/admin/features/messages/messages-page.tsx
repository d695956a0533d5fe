import { useInfiniteQuery } from '@tanstack/react-query';
import { operatorMessagesSchema } from '#src/shared/operator.ts';
import { ListFrame } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { listQuery } from '#src/web/admin/lib/queries.ts';
import { StateTabs, useAll } from '#src/web/admin/lib/state-tabs.tsx';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { AddEmail } from './add-email.tsx';
import { MessageRow } from './message-row.tsx';

const open = listQuery('/messages', operatorMessagesSchema, { state: 'open' });
const all = listQuery('/messages', operatorMessagesSchema, { state: 'all' });

/** What was written to the team: contact, sales, feedback, and emails that were added. */
export function MessagesPage() {
  const showsAll = useAll();
  const list = useInfiniteQuery(showsAll ? all : open);
  const { act, busy } = useAct('Not marked');
  return (
    <>
      <PageHead title="Messages">
        <StateTabs waiting="Unhandled" all="All" />
      </PageHead>
      <ListFrame
        list={list}
        what="messages"
        empty={
          showsAll
            ? { title: 'No messages yet', text: 'The contact form, sales requests and feedback arrive here.' }
            : {
                title: 'Everything is handled',
                text: 'Messages to the team stay here until you mark them as done.',
              }
        }
      >
        {(items) => (
          <ul className="border-t border-rule text-sm">
            {items.map((message) => (
              <MessageRow
                key={message.id}
                message={message}
                busy={busy === `/messages/${message.id}/handled`}
                onHandled={(handled) => act({ path: `/messages/${message.id}/handled`, body: { handled } })}
              />
            ))}
          </ul>
        )}
      </ListFrame>
      <AddEmail />
    </>
  );
}
