import { useQuery } from '@tanstack/react-query';
import { Button } from '#src/web/ui/button.tsx';
import { unreadQuery } from './queries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** There while there is something to mark. */
export function MarkAll() {
  const { data } = useQuery(unreadQuery);
  const mark = useMarkRead();
  return data && data.unread > 0 ? (
    <Button size="sm" onClick={() => mark(null)}>
      Mark all as read
    </Button>
  ) : null;
}
