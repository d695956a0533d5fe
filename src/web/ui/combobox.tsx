import { ChevronDown } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cx } from './cx.ts';
import { controlClass } from './field.tsx';

export type Choice = { value: string; label: string; hint?: string };
/** Choices under a title; without one where there is nothing to tell apart. */
export type ChoiceGroup = { title?: string; choices: readonly Choice[] };

/** What stands in the list: found for the words that were told to `onSearch` last, unless `busy`. */
export type Found = {
  groups: readonly ChoiceGroup[];
  busy: boolean;
  /** Why nothing could be looked for. */
  failed: string | null;
  /** There is more of it than stands there. */
  hasMore: boolean;
};

/** So wide is the list at least, in pixels: below a narrow field it hangs over, to the side that has room. */
const LIST_WIDTH = 272;
const TEXT_MAX = 100;

/**
 * A field that is searched in, and a list below it to choose from: the combobox of the ARIA practices, whose focus stays
 * in the field. While nobody types it says what is chosen; leaving it without choosing changes nothing.
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
  /** What is typed; null where nobody has typed since the list was opened. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [pointed, setPointed] = useState<string | null>(null);
  const [hangsLeft, setHangsLeft] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const every = found.groups.flatMap(({ choices }) => choices);
  const wanted = pointed ?? (text === null ? value : null);
  const at = Math.max(
    0,
    every.findIndex((choice) => choice.value === wanted),
  );
  const active = isOpen && every.length > 0 ? `${id}-${at}` : undefined;
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

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
    // Those with more keys are somebody else's.
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open(null);
      return;
    }
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
      setPointed(every[next]?.value ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // What stands there while it is looked for was found for other words.
      if (!found.busy) choose(every[at]);
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    }
  };
  /** Whoever has written a whole name means it. */
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
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active}
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
        // A press in the list takes the focus from nobody.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- no control: what is in it is
        <div
          style={{ minWidth: LIST_WIDTH }}
          className={cx(
            'absolute top-full z-30 mt-1 w-full rounded-sm border border-edge bg-raised',
            hangsLeft ? 'right-0' : 'left-0',
          )}
          onMouseDown={(event) => event.preventDefault()}
        >
          {/* Neither datalist nor select can show what a server has found. */}
          {/* oxlint-disable jsx-a11y/prefer-tag-over-role */}
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label="Choices"
            className="max-h-72 overflow-y-auto overscroll-contain p-1 empty:hidden"
          >
            {placed(found.groups).map(({ group, first }) => (
              <Group key={group.title ?? ''} title={group.title}>
                {group.choices.map((choice, index) => (
                  <Option
                    key={choice.value}
                    id={`${id}-${first + index}`}
                    choice={choice}
                    isActive={first + index === at}
                    isChosen={choice.value === value}
                    onPoint={() => setPointed(choice.value)}
                    onChoose={() => choose(choice)}
                  />
                ))}
              </Group>
            ))}
          </div>
          {/* oxlint-enable jsx-a11y/prefer-tag-over-role */}
          <Said found={found} count={every.length} />
        </div>
      ) : null}
    </div>
  );
}

function Said({ found: { busy, failed, hasMore }, count }: { found: Found; count: number }) {
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
        ? `Nothing could be looked for. ${failed}`
        : busy
          ? 'Looking...'
          : count === 0
            ? 'Nothing of that name.'
            : hasMore
              ? 'There are more: type a part of the name.'
              : `${count} found`}
    </output>
  );
}

function Group({ title, children }: { title: string | undefined; children: React.ReactNode }) {
  if (title === undefined) return children;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
    <div role="group" aria-label={title} className="pb-1 last:pb-0">
      <p aria-hidden="true" className="slug px-2 pt-2 pb-1 text-ink-3">
        {title}
      </p>
      {children}
    </div>
  );
}

function Option({
  id,
  choice: { label, hint },
  isActive,
  isChosen,
  onPoint,
  onChoose,
}: {
  id: string;
  choice: Choice;
  isActive: boolean;
  isChosen: boolean;
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
      aria-selected={isActive}
      data-active={isActive || undefined}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-3 rounded-xs border-l-2 px-2 text-sm pointer-coarse:min-h-11',
        isActive ? 'border-brass bg-sunk text-ink' : 'border-transparent text-ink-2',
      )}
    >
      <span className={cx('figure shrink-0', isChosen && 'font-medium text-ink')}>{label}</span>
      {hint ? <span className="min-w-0 grow truncate">{hint}</span> : null}
    </div>
  );
}

/** Each group with the place of its first choice among all. */
function placed(groups: readonly ChoiceGroup[]): { group: ChoiceGroup; first: number }[] {
  let first = 0;
  return groups
    .filter(({ choices }) => choices.length > 0)
    .map((group) => {
      const here = { group, first };
      first += group.choices.length;
      return here;
    });
}
