import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isCovered, isTyping } from '#src/web/lib/typing.ts';
import { usePausedText } from './use-paused-text.ts';

/** A search that follows what is typed. `/` goes to it from anywhere on the screen. */
export function SearchBox({
  label,
  placeholder,
  maxLength,
  value,
  onChange,
}: {
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = usePausedText(value, onChange);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event) || isCovered()) return;
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="relative w-full sm:w-72">
      <Search
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
        aria-hidden="true"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="block h-9 w-full rounded-sm border border-edge bg-raised px-9 text-sm text-ink placeholder:text-ink-3 hover:border-ink-2 pointer-coarse:h-11 pointer-coarse:text-[16px] [&::-webkit-search-cancel-button]:hidden"
      />
      {text === '' ? (
        <kbd
          aria-hidden="true"
          className="figure pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-xs text-ink-3 pointer-coarse:hidden"
        >
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear the search"
          className="absolute top-0 right-0 grid h-full w-9 place-items-center text-ink-2 hover:text-ink"
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
