import { Search } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { cx } from '#src/web/ui/cx.ts';
import type { Command } from '../lib/palette.ts';
import { useLater } from '../lib/use-later.ts';
import { remember } from './recent.ts';
import { Sheet } from './sheet.tsx';
import { type Group, useCommands } from './use-commands.ts';

const TEXT_MAX = 100;

/** Finds a screen, an action, a saved view or an alert by its name, and goes there or does it. */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [text, setText] = useState('');
  const searched = useLater(text);
  const { groups, context, busy, failed } = useCommands(text, searched, onHelp);
  const every = groups.flatMap(({ commands }) => commands);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const at = Math.max(
    0,
    every.findIndex(({ id }) => id === chosenId),
  );
  const id = useId();
  const optionId = (index: number) => `${id}-option-${index}`;
  const chosenOption = every.length > 0 ? optionId(at) : undefined;
  useEffect(() => {
    if (chosenOption !== undefined)
      document.getElementById(chosenOption)?.scrollIntoView({ block: 'nearest' });
  }, [chosenOption]);

  const choose = (command: Command | undefined) => {
    if (!command) return;
    remember(command.id);
    onClose();
    command.run(context);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = every.length - 1;
    const to: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    };
    const next = to[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setChosenId(every[next]?.id ?? null);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(every[at]);
    }
  };
  const nothing = every.length === 0 && !busy;
  return (
    <Sheet label="Command palette" className="top-[8vh] bottom-auto w-[640px]" onClose={onClose}>
      <div className="relative border-b border-rule">
        <Search
          size={18}
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-3"
          aria-hidden="true"
        />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that is opened to type in it
          autoFocus
          role="combobox"
          aria-label="Find a screen, an action or an alert"
          aria-expanded={every.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosenOption}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Find a screen, an action, an alert"
          maxLength={TEXT_MAX}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
          className="block h-14 w-full bg-transparent pr-4 pl-12 text-[16px] text-ink outline-none placeholder:text-ink-3"
        />
      </div>
      {/* Neither datalist nor select can hold groups with icons and hints. */}
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role */}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Found"
        className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {listed(groups).map(({ group, first }) => (
          <div key={group.title} role="group" aria-label={group.title} className="pb-2 last:pb-0">
            <p aria-hidden="true" className="slug px-3 pt-2 pb-1 text-ink-3">
              {group.title}
            </p>
            {group.commands.map((command, index) => (
              <Option
                key={command.id}
                id={optionId(first + index)}
                command={command}
                selected={first + index === at}
                onPoint={() => setChosenId(command.id)}
                onChoose={() => choose(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {/* oxlint-enable jsx-a11y/prefer-tag-over-role */}
      <output className={cx('block text-sm text-ink-2', nothing || failed ? 'px-5 py-4' : 'sr-only')}>
        {failed
          ? `Not everything could be searched. ${failed}`
          : nothing
            ? 'Nothing of that name. Try a symbol, or a word of a title.'
            : busy
              ? 'Looking...'
              : `${every.length} found`}
      </output>
      <p
        aria-hidden="true"
        className="hidden gap-5 border-t border-line px-5 py-2 text-xs text-ink-3 sm:flex pointer-coarse:hidden"
      >
        <span>
          <kbd className="figure mr-1">↑ ↓</kbd> move
        </span>
        <span>
          <kbd className="figure mr-1">Enter</kbd> go
        </span>
        <span>
          <kbd className="figure mr-1">Esc</kbd> close
        </span>
      </p>
    </Sheet>
  );
}

function Option({
  id,
  command: { label, icon: Icon, hint },
  selected,
  onPoint,
  onChoose,
}: {
  id: string;
  command: Command;
  selected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  return (
    // The field above keeps the focus, and has the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
      role="option"
      aria-selected={selected}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-xs border-l-2 px-3 text-sm pointer-coarse:min-h-11',
        selected ? 'border-brass bg-sunk text-ink' : 'border-transparent text-ink-2',
      )}
    >
      {Icon ? <Icon size={16} className="shrink-0 text-ink-3" aria-hidden="true" /> : null}
      <span className="min-w-0 grow truncate">{label}</span>
      {hint ? <span className="figure shrink-0 text-xs text-ink-3">{hint}</span> : null}
    </div>
  );
}

/** Each group with the place of its first command among all. */
function listed(groups: readonly Group[]): { group: Group; first: number }[] {
  let first = 0;
  return groups.map((group) => {
    const here = { group, first };
    first += group.commands.length;
    return here;
  });
}
