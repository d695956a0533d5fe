import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Stop } from '#src/shared/sending.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { resumeSending, sendingQuery } from './queries.ts';
import { resumeWords, unsentOf, whatIn, whatOf } from './words.ts';

/** Resumes what a stop holds, once it has said what goes out then. */
export function ResumeButton({ stop }: { stop: Stop }) {
  const titleOf = useChannelTitle();
  const { busy, run } = useActOn('alerts');
  const [asking, setAsking] = useState(false);
  const { data, error } = useQuery({ ...sendingQuery, enabled: asking });
  async function resume(): Promise<void> {
    const done = await run(() => resumeSending(stop.id), {
      failure: `${whatOf(stop, titleOf)} wasn’t resumed`,
    });
    if (done) toast({ title: `${whatOf(stop, titleOf)} is resumed` });
  }
  const held = data && unsentOf(data, stop);
  return (
    <>
      <Button
        size="sm"
        busy={busy}
        aria-label={`Resume ${whatIn(stop, titleOf)}`}
        onClick={() => setAsking(true)}
      >
        Resume
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Resume ${whatIn(stop, titleOf)}?`}
        text={
          held ? (
            <>
              <p>{resumeWords(held)}</p>
              {held.unsent > held.expired ? (
                <p className="mt-3">To send none of them, cancel and recall them under Sending first.</p>
              ) : null}
            </>
          ) : error ? (
            'We couldn’t load how much is waiting. Alerts that are still fresh go out.'
          ) : (
            'Counting what waits...'
          )
        }
        confirmLabel="Resume"
        confirmVariant="primary"
        onConfirm={() => void resume()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
