import { useQuery } from '@tanstack/react-query';
import { Button } from '#src/web/ui/button.tsx';
import { readOnlyReason } from '../access.ts';
import { unreadQuery } from './queries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** There while there is something to mark, and somebody whose mark it is. */
export function MarkAll() {
  const { data } = useQuery(unreadQuery);
  const mark = useMarkRead();
  return data && data.unread > 0 && readOnlyReason() === null ? (
    <Button size="sm" onClick={() => mark(null)}>
      Mark all as read
    </Button>
  ) : null;
}
