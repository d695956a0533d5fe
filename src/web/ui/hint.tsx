import { useId, useState, type ReactNode } from 'react';

/**
 * Words that explain other words: shown on hover, on focus and on tap, gone with Escape. `children` is what
 * is explained. The hint opens above and to the left, so keep it off the left edge of the page.
 */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <span
      className="relative inline-flex"
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
    >
      <button
        type="button"
        aria-describedby={id}
        className="cursor-help rounded-xs underline decoration-dotted underline-offset-4"
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false);
        }}
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        hidden={!open}
        className="absolute right-0 bottom-full z-20 w-max max-w-72 pb-2 text-left text-sm font-normal whitespace-normal"
      >
        <span className="block rounded-sm bg-reverse px-3 py-2 text-on-reverse">{text}</span>
      </span>
    </span>
  );
}
