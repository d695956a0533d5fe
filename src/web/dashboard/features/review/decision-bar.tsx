import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Review } from '#src/shared/review.ts';
import { ROLE_WORDS } from '#src/shared/team.ts';
import { LAPSE_WORDS } from '#src/shared/lapse-words.ts';
import { RejectForm } from '#src/web/dashboard/lib/alert/reject-form.tsx';
import { useApprove } from '#src/web/dashboard/lib/alert/use-approve.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { useKeys } from '#src/web/lib/use-keys.ts';

type Props = {
  id: string;
  /** The hash of what is on the screen; null while that isn't what waits. */
  revision: string | null;
  /** What waits, with until when. */
  review: Review;
  onDecided: () => void;
  onEdit: () => void;
};

/** The decision, always in reach at the end of the screen. */
export function DecisionBar(props: Props) {
  const may = useMay('alerts:approve');
  const readOnly = useRefusal();
  // The policy's answer is about this person, once the role lets them decide at all.
  const refusal = readOnly ?? (may ? props.review.refusal : null);
  return (
    <div className="sticky bottom-0 z-10 -mx-5 border-t border-rule bg-paper px-5 py-3 md:mx-0 md:px-0">
      {may === undefined ? (
        <div className="h-11" />
      ) : may && refusal === null ? (
        <Deciding {...props} />
      ) : (
        <p className="py-2.5 text-sm text-ink-2">
          {refusal ?? <OthersDecide />} <Lapse review={props.review} />.
        </p>
      )}
    </div>
  );
}

function OthersDecide() {
  const { data: me } = useQuery(meQuery);
  return (
    <>
      {me ? `You’re ${ROLE_WORDS[me.workspace.role].name.toLowerCase()} here. ` : ''}Only approvers can
      decide.
    </>
  );
}

function Deciding({ id, revision, review, onDecided, onEdit }: Props) {
  const [rejects, setRejects] = useState(false);
  const { busy, approve } = useApprove(id);
  const isReady = revision !== null && !busy && !rejects;
  const onApprove = async (): Promise<void> => {
    if (isReady && (await approve(review))) onDecided();
  };
  useKeys({
    a: () => void onApprove(),
    r: () => {
      if (isReady) setRejects(true);
    },
    e: () => {
      if (isReady) onEdit();
    },
  });
  if (rejects && revision !== null)
    return <RejectForm id={id} revision={revision} onCancel={() => setRejects(false)} onDone={onDecided} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant="primary"
        className="grow sm:grow-0"
        aria-keyshortcuts="a"
        busy={busy}
        disabled={revision === null}
        onClick={() => void onApprove()}
      >
        {busy ? 'Approving...' : 'Approve and send'}
        <Key name="A" />
      </Button>
      <Button
        className="grow sm:grow-0"
        aria-keyshortcuts="r"
        disabled={busy || revision === null}
        onClick={() => setRejects(true)}
      >
        Reject
        <Key name="R" />
      </Button>
      <Button
        variant="quiet"
        className="max-sm:px-3"
        aria-keyshortcuts="e"
        disabled={busy || revision === null}
        onClick={onEdit}
      >
        Edit
        <Key name="E" />
      </Button>
      <span className="text-sm text-ink-2 max-sm:order-first max-sm:w-full sm:ml-auto">
        {review.inPlaceOf ? `You decide for ${review.inPlaceOf.name}. ` : ''}
        <Lapse review={review} />
      </span>
    </div>
  );
}

/** What happens if nobody decides, and when. */
const Lapse = ({ review: { escalated, unanswered, lapsesAt } }: Pick<Props, 'review'>) => (
  <>
    {LAPSE_WORDS[escalated ? 'expire' : unanswered]} <Time at={lapsesAt} />
  </>
);

/** The key of a button, where there is a keyboard. */
function Key({ name }: { name: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="figure rounded-xs border border-current px-1 text-2xs leading-4 opacity-70 max-sm:hidden pointer-coarse:hidden"
    >
      {name}
    </kbd>
  );
}
