import { ArrowDown, ArrowUp, Ellipsis, Group, Ungroup, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { Dropdown } from '#src/web/ui/dropdown.tsx';

const ITEM =
  'flex min-h-9 w-full items-center gap-2 rounded-sm px-2 text-left text-sm hover:not-disabled:bg-sunk disabled:opacity-60 pointer-coarse:min-h-11';

export type Act = 'up' | 'down' | 'wrap' | 'dissolve' | 'remove';
const ACTS: readonly { act: Act; label: string; icon: ReactNode; keys?: string }[] = [
  { act: 'up', label: 'Move up', icon: <ArrowUp size={16} aria-hidden="true" />, keys: 'Alt Shift ↑' },
  { act: 'down', label: 'Move down', icon: <ArrowDown size={16} aria-hidden="true" />, keys: 'Alt Shift ↓' },
  { act: 'wrap', label: 'Move to new group', icon: <Group size={16} aria-hidden="true" /> },
  { act: 'dissolve', label: 'Ungroup', icon: <Ungroup size={16} aria-hidden="true" /> },
];

/** What can be done with a row or a group. */
export function Tools({
  of,
  isGroup,
  may,
  onAct,
}: {
  /** "row 2.1" */
  of: string;
  isGroup: boolean;
  may: (act: Act) => boolean;
  onAct: (act: Act) => void;
}) {
  return (
    <div className="flex items-start">
      <div data-tools>
        <Dropdown
          align="right"
          label={<Ellipsis size={16} aria-hidden="true" />}
          face={{
            name: `Move or group ${of}`,
            className:
              'grid size-9 place-items-center rounded-sm text-ink-2 hover:not-disabled:bg-sunk hover:not-disabled:text-ink pointer-coarse:size-11 aria-expanded:bg-sunk aria-expanded:text-ink',
          }}
        >
          {(close) =>
            ACTS.filter(({ act }) => isGroup || act !== 'dissolve').map(({ act, label, icon, keys }) => (
              <button
                key={act}
                type="button"
                className={ITEM}
                disabled={!may(act)}
                onClick={() => {
                  close();
                  onAct(act);
                }}
              >
                {icon}
                {label}
                {keys ? (
                  <span aria-hidden="true" className="ml-auto text-xs text-ink-3 pointer-coarse:hidden">
                    {keys}
                  </span>
                ) : null}
              </button>
            ))
          }
        </Dropdown>
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Remove ${of}`}
        disabled={!may('remove')}
        onClick={() => onAct('remove')}
      >
        <X size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
