import { X } from 'lucide-react';
import { Button } from '#src/web/ui/button.tsx';

export type Undo = { says: string; label: string; act: () => void };

/** What was just done, and the way back. It stays until the next thing is done, or it is put away. */
export function UndoLine({ undo, onDismiss }: { undo: Undo | null; onDismiss: () => void }) {
  return (
    <div aria-live="polite">
      {undo ? (
        <div className="mb-2 flex items-center gap-x-2 border-l-2 border-ink bg-sunk py-1 pr-1 pl-3 text-sm">
          <p className="min-w-0 grow py-1.5 wrap-anywhere">{undo.says}</p>
          <Button size="sm" onClick={undo.act}>
            {undo.label}
          </Button>
          <Button size="icon" variant="quiet" aria-label="Put away" onClick={onDismiss}>
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      ) : null}
    </div>
  );
}
