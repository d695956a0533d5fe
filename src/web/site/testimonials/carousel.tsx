import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Testimonial } from '#src/web/content/testimonials.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Avatar } from './avatar.tsx';
import { swiped, turn } from './turn.ts';

/**
 * One quote at a time: buttons and arrow keys go round at both ends, a dot jumps to its quote, a finger swipes.
 * It never moves by itself, and answers at once: a fade costs a tap more than all the rest. All quotes lie in one cell, so the page keeps its height; without script they stand one
 * under the other.
 */
export function Carousel({
  label,
  items,
  size = 'text-h3',
}: {
  label: string;
  items: readonly Testimonial[];
  /** The size of the quotes. */
  size?: string;
}) {
  const [index, setIndex] = useState(0);
  const from = useRef<{ x: number; y: number } | null>(null);
  const move = (by: number) => setIndex((at) => turn(at, by, items.length));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') move(-1);
    else if (event.key === 'ArrowRight') move(1);
    else return;
    event.preventDefault();
  }

  return (
    // The keys work from the buttons inside; the frame itself takes no focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-roledescription="carousel" aria-label={label} onKeyDown={onKeyDown}>
      <div
        aria-live="polite"
        className="grid touch-pan-y"
        onPointerDown={({ clientX: x, clientY: y, pointerType }) => {
          from.current = pointerType === 'mouse' ? null : { x, y };
        }}
        onPointerUp={({ clientX, clientY }) => {
          if (from.current) move(swiped(clientX - from.current.x, clientY - from.current.y));
          from.current = null;
        }}
        onPointerCancel={() => (from.current = null)}
      >
        {items.map(({ id, name, role, quote, image }, at) => (
          <figure
            key={id}
            className={cx(
              'col-start-1 row-start-1 noscript:visible noscript:col-auto noscript:row-auto noscript:mb-10',
              at !== index && 'invisible',
            )}
          >
            <blockquote className={cx('headline text-pretty', size)}>“{quote}”</blockquote>
            <figcaption className="mt-6 flex items-center gap-3">
              <Avatar name={name} image={image} />
              <span className="min-w-0">
                <span className="block text-base font-medium">{name}</span>
                <span className="block text-sm text-ink-2">{role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="noscript:hidden mt-6 flex items-center gap-1 border-t border-line pt-3">
        <Button
          variant="quiet"
          size="icon"
          className="-ml-2"
          aria-label="Previous quote"
          onClick={() => move(-1)}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </Button>
        {items.map(({ id, name }, at) => (
          <button
            key={id}
            type="button"
            aria-label={`Show what ${name} says`}
            aria-current={at === index || undefined}
            className="group grid size-9 place-items-center rounded-sm pointer-coarse:size-11"
            onClick={() => setIndex(at)}
          >
            <span className="size-2 rounded-full border border-edge group-aria-current:border-ink group-aria-current:bg-ink" />
          </button>
        ))}
        <Button variant="quiet" size="icon" aria-label="Next quote" onClick={() => move(1)}>
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}
