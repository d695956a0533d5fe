import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { cx } from '#src/web/ui/cx.ts';
import { Listbox, optionId, placeAfter } from '#src/web/ui/listbox.tsx';
import type { Command } from '../lib/palette.ts';
import { useLater } from '../lib/use-later.ts';
import { remember } from './recent.ts';
import { Sheet } from './sheet.tsx';
import { useCommands } from './use-commands.ts';

const TEXT_MAX = 100;

/** Finds a screen, an action, a saved view or an alert by its name, and goes there or does it. */
export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [text, setText] = useState('');
  const searched = useLater(text);
  const { groups, context, busy, failed } = useCommands(text, searched, onHelp);
  const every = groups.flatMap(({ options }) => options);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const at = Math.max(
    0,
    every.findIndex(({ id }) => id === chosenId),
  );
  const list = useId();

  const choose = (command: Command | undefined) => {
    if (!command) return;
    remember(command.id);
    onClose();
    command.run(context);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, every.length);
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
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={every.length > 0 ? optionId(list, at) : undefined}
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
      <Listbox
        id={list}
        label="Found"
        groups={groups}
        at={at}
        keyOf={(command) => command.id}
        className="max-h-[min(26rem,60dvh)] p-2"
        onPoint={(command) => setChosenId(command.id)}
        onChoose={choose}
      >
        {({ label, icon: Icon, hint }) => (
          <>
            {Icon ? <Icon size={16} className="shrink-0 text-ink-3" aria-hidden="true" /> : null}
            <span className="min-w-0 grow truncate">{label}</span>
            {hint ? <span className="figure shrink-0 text-xs text-ink-3">{hint}</span> : null}
          </>
        )}
      </Listbox>
      <output className={cx('block text-sm text-ink-2', nothing || failed ? 'px-5 py-4' : 'sr-only')}>
        {failed
          ? `Not everything could be searched. ${failed}`
          : nothing
            ? 'No results. Try a symbol or a word from a title.'
            : busy
              ? 'Searching...'
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
