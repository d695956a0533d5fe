import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comment } from '#src/shared/comments.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { CommentForm } from './comment-form.tsx';
import { commentsQuery, withdrawComment } from './queries.ts';

/** What members write to each other about an alert, and the form for more. */
export function Comments({ alertId }: { alertId: string }) {
  const { data, error, refetch } = useQuery(commentsQuery(alertId));
  const { data: me } = useQuery(meQuery);
  const section = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  useEffect(() => {
    // A notification leads here.
    if (isThere && location.hash === '#comments') section.current?.scrollIntoView();
  }, [isThere]);
  return (
    <section ref={section} id="comments" aria-labelledby="comments-title" className="min-w-0 scroll-mt-20">
      <h2 id="comments-title" className="headline text-h4">
        Comments
      </h2>
      {data ? (
        data.length > 0 ? (
          <ol aria-label="Comments" className="mt-3 border-t border-line text-sm">
            {data.map((comment) => (
              <One
                key={comment.id}
                alertId={alertId}
                comment={comment}
                isMine={comment.author.userId !== null && comment.author.userId === me?.user.id}
              />
            ))}
          </ol>
        ) : null
      ) : error ? (
        <ErrorState title="Comments couldn’t be loaded" text={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-3 h-16 w-full" />
      )}
      <CommentForm alertId={alertId} />
    </section>
  );
}

function One({ alertId, comment, isMine }: { alertId: string; comment: Comment; isMine: boolean }) {
  const { busy, run } = useActOn('alerts');
  const [asks, setAsks] = useState(false);
  const { id, author, parts, at, withdrawnAt } = comment;
  if (withdrawnAt !== null)
    return (
      <li className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-3 text-ink-2">
        <span className="wrap-anywhere">Withdrawn by {author.name}</span>
        <Time at={withdrawnAt} />
      </li>
    );
  return (
    <li className="border-b border-line py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="font-medium wrap-anywhere">{author.name}</span>
        <span className="text-xs text-ink-2">
          <Time at={at} />
        </span>
      </p>
      <p className="mt-1 max-w-text whitespace-pre-line wrap-anywhere">
        {placed(parts).map(({ part, at: place }) =>
          'text' in part ? (
            part.text
          ) : (
            <b key={place} className="font-medium">
              @{part.mention.name}
            </b>
          ),
        )}
      </p>
      {isMine ? (
        <Button size="sm" variant="quiet" className="mt-1 -ml-3" busy={busy} onClick={() => setAsks(true)}>
          Withdraw
        </Button>
      ) : null}
      <ConfirmDialog
        open={asks}
        title="Withdraw this comment?"
        text="Its text is no longer shown. “Withdrawn” and your name stay, and the ledger keeps the text."
        confirmLabel="Withdraw"
        onClose={() => setAsks(false)}
        onConfirm={() =>
          void run(() => withdrawComment(alertId, id), { failure: 'The comment wasn’t withdrawn' })
        }
      />
    </li>
  );
}

/** Each part with where it begins. */
function placed(parts: Comment['parts']) {
  let next = 0;
  return parts.map((part) => {
    const at = next;
    next += 'text' in part ? part.text.length : part.mention.name.length + 1;
    return { part, at };
  });
}
