import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { controlClass } from './field.tsx';
import { Listbox, type OptionGroup, optionId, placeAfter } from './listbox.tsx';

export type Choice = { value: string; label: string; hint?: string };

/** The list: results for the last words given to `onSearch`, unless `busy`. */
export type Found = {
  groups: readonly OptionGroup<Choice>[];
  busy: boolean;
  /** Why nothing could be looked for. */
  failed: string | null;
  /** There are more results than listed. */
  hasMore: boolean;
  /** Shown instead of results where there are none. */
  none?: string;
};

/** So wide is the list at least, in pixels: below a narrow field it hangs over, to the side that has room. */
const LIST_WIDTH = 272;
const TEXT_MAX = 100;

/**
 * A field that is searched in, and a list below it to choose from: the combobox of the ARIA practices, whose focus stays
 * in the field. While no one types it shows the choice; leaving it without choosing changes nothing.
 */
export function Combobox({
  chosen,
  value,
  found,
  onSearch,
  onChoose,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'role' | 'list'> & {
  /** How what is chosen is written. */
  chosen: string;
  value: string;
  found: Found;
  /** The words that are looked for, '' as the list opens; null as it closes. */
  onSearch: (words: string | null) => void;
  onChoose: (value: string) => void;
}) {
  /** What is typed; null if nothing was typed since the list was opened. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const [hangsLeft, setHangsLeft] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const every = found.groups.flatMap(({ options }) => options);
  const wanted = pointed ?? (text === null ? value : null);
  const at = Math.max(
    0,
    every.findIndex((choice) => choice.value === wanted),
  );
  const shown = text ?? chosen;
  useLayoutEffect(() => {
    // What is chosen is no beginning of what is looked for next.
    if (!isOpen && shown !== '' && document.activeElement === field.current) field.current?.select();
  }, [isOpen, shown]);

  const open = (words: string | null): void => {
    const place = field.current?.getBoundingClientRect();
    if (place) setHangsLeft(place.left + LIST_WIDTH > document.documentElement.clientWidth);
    setText(words);
    setPointed(null);
    setOpen(true);
    onSearch(words ?? '');
  };
  const close = (): void => {
    if (!isOpen) return;
    setText(null);
    setOpen(false);
    onSearch(null);
  };
  const choose = (choice: Choice | undefined): void => {
    if (!choice) return;
    close();
    onChoose(choice.value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Combinations with other keys aren't ours.
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open(null);
      return;
    }
    const next = placeAfter(event.key, at, every.length);
    if (next !== undefined) {
      event.preventDefault();
      setPointed(every[next]?.value ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // While busy, the list has the results of other words.
      if (!found.busy) choose(every[at]);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
  };
  /** A complete name that was typed is chosen. */
  const onLeave = (): void => {
    const name = text?.trim().toLowerCase();
    const meant = name && !found.busy && every.find((each) => each.value.toLowerCase() === name);
    if (meant) choose(meant);
    else close();
  };
  return (
    <div className="relative min-w-0">
      <input
        {...input}
        ref={field}
        type="text"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && every.length > 0 ? optionId(list, at) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={TEXT_MAX}
        value={shown}
        className={cx(controlClass, 'pr-9 text-ellipsis', className)}
        onFocus={(event) => event.target.select()}
        onClick={(event) => {
          if (isOpen) return;
          event.currentTarget.select();
          open(null);
        }}
        onChange={(event) => open(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
      />
      <ChevronDown
        size={16}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2"
        aria-hidden="true"
      />
      {isOpen ? (
        // A press in the list doesn't move the focus.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- no control: what is in it is
        <div
          style={{ minWidth: LIST_WIDTH }}
          className={cx(
            'absolute top-full z-30 mt-1 w-full rounded-sm border border-edge bg-raised',
            hangsLeft ? 'right-0' : 'left-0',
          )}
          onMouseDown={(event) => event.preventDefault()}
        >
          <Listbox
            id={list}
            label="Choices"
            groups={found.groups}
            at={at}
            keyOf={(choice) => choice.value}
            className="max-h-72 p-1"
            onPoint={(choice) => setPointed(choice.value)}
            onChoose={choose}
          >
            {(choice) => (
              <>
                <span className={cx('figure shrink-0', choice.value === value && 'font-medium text-ink')}>
                  {choice.label}
                </span>
                {choice.hint ? <span className="min-w-0 grow truncate">{choice.hint}</span> : null}
              </>
            )}
          </Listbox>
          <Said found={found} count={every.length} />
        </div>
      ) : null}
    </div>
  );
}

function Said({
  found: { busy, failed, hasMore, none = 'No results.' },
  count,
}: {
  found: Found;
  count: number;
}) {
  const isSeen = failed !== null || hasMore || count === 0;
  return (
    <output
      className={cx(
        'block text-sm text-ink-2',
        isSeen ? 'px-3 py-2' : 'sr-only',
        isSeen && count > 0 && 'border-t border-line',
      )}
    >
      {failed
        ? `Search failed. ${failed}`
        : busy
          ? 'Searching...'
          : count === 0
            ? none
            : hasMore
              ? 'There are more. Type part of the name.'
              : `${count} found`}
    </output>
  );
}
