import { useQuery } from '@tanstack/react-query';
import { Button } from '#src/web/ui/button.tsx';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { unreadQuery } from './queries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** Shown while there is something to mark. The demo has no one to mark it for. */
export function MarkAll() {
  const { data } = useQuery(unreadQuery);
  const mark = useMarkRead();
  return data && data.unread > 0 && readOnlyReason() === null ? (
    <Button size="sm" onClick={() => mark(null)}>
      Mark all as read
    </Button>
  ) : null;
}
