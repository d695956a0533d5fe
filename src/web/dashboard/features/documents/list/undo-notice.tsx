import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { DELETED_KEPT_DAYS } from '#src/shared/documents/documents.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { Button } from '#src/web/ui/button.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { restoreDocument } from '../queries.ts';

/** What the screen before, or this one, has just deleted: it travels with this entry of the history, and goes with it. */
const stateSchema = z.object({ deleted: z.object({ id: z.uuid(), name: z.string() }) });
export type DeletedState = z.infer<typeof stateSchema>;

export function UndoNotice() {
  const location = useLocation();
  const navigate = useNavigate();
  const { busy, run } = useActOn('documents');
  const [restored, setRestored] = useState<string | null>(null);
  const parsed = stateSchema.safeParse(location.state);
  const deleted = parsed.success ? parsed.data.deleted : null;
  async function undo(id: string): Promise<void> {
    const done = await run(() => restoreDocument(id), { failure: 'It wasn’t restored' });
    if (!done) return;
    setRestored(id);
    toast({ title: 'Brought back' });
    void navigate(`${location.pathname}${location.search}`, { replace: true });
  }
  return (
    <output className="block">
      {deleted && deleted.id !== restored ? (
        <span className="mb-4 flex items-center justify-between gap-4 border-y border-rule py-2 text-sm">
          <span className="min-w-0">
            <span className="font-medium break-words">{deleted.name}</span> is deleted. It can be brought back
            for {DELETED_KEPT_DAYS} days.
          </span>
          <Button size="sm" busy={busy} onClick={() => void undo(deleted.id)}>
            Undo
          </Button>
        </span>
      ) : null}
    </output>
  );
}
