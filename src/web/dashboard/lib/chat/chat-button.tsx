import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Button } from '#src/web/ui/button.tsx';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { chatUnreadQuery } from './queries.ts';
import { openChat } from './open-chat.ts';

/** Opens Live Chat, and shows how many answers are unread. Not in the demo: the team couldn't answer its visitors. */
export function ChatButton() {
  return readOnlyReason() === null ? <CountingButton /> : null;
}

function CountingButton() {
  const { data } = useQuery(chatUnreadQuery);
  const unread = data?.unread ?? 0;
  return (
    <Button onClick={openChat} aria-haspopup="dialog">
      <MessagesSquare size={16} aria-hidden="true" />
      Live Chat
      {unread > 0 ? (
        <span className="figure min-w-5 rounded-full bg-brass px-1.5 text-xs leading-5 font-semibold text-on-brass">
          {unread}
          <span className="sr-only"> unread {unread === 1 ? 'answer' : 'answers'}</span>
        </span>
      ) : null}
    </Button>
  );
}
