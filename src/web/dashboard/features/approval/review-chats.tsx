import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { ReviewChatRow } from './review-chat-row.tsx';
import { reviewChatsQuery } from './queries.ts';

/** Chats in which people approve with buttons. Members without the right to set them up link themselves. */
export function ReviewChats() {
  const { data, error, refetch } = useQuery(reviewChatsQuery);
  const mayManage = useMay('team:manage') === true;
  if (error && !data)
    return (
      <ErrorState title="Chats couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
    );
  if (!data) return <output className="sr-only">Loading...</output>;
  const shown = data.filter(({ on }) => on || mayManage);
  if (shown.length === 0 && !mayManage) return null;
  return (
    <section aria-labelledby="review-chats" className="mt-12">
      <h2 id="review-chats" className="headline text-h3">
        Approve in chats
      </h2>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        Get requests in a chat and decide with a button. Your role and the policy are checked at every press.
      </p>
      {shown.length > 0 ? (
        <ul aria-label="Chats" className="mt-5 border-t border-rule">
          {shown.map((chat) => (
            <ReviewChatRow key={chat.connectionId} chat={chat} mayManage={mayManage} />
          ))}
        </ul>
      ) : (
        <p className="mt-5 border-y border-line py-4 text-sm text-ink-2">
          Connect a bot under{' '}
          <Link to="/channels" className="underline">
            Channels
          </Link>{' '}
          first.
        </p>
      )}
    </section>
  );
}
