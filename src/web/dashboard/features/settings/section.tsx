import { useId, type ReactNode } from 'react';

/** A part of the settings: what it is on the left, what one can do on the right; below each other on phones. */
export function Section({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-6 border-t border-line py-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,9fr)]"
    >
      <div>
        <h2 id={id} className="headline text-h4">
          {title}
        </h2>
        <p className="mt-2 max-w-100 text-sm text-ink-2">{text}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
