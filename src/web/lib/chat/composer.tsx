import { SendHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { CHAT_MAX, chatFormSchema } from '#src/shared/chat.ts';
import { Button } from '#src/web/ui/button.tsx';
import { controlClass } from '#src/web/ui/field.tsx';

const NEARLY = 300;
const textSchema = chatFormSchema.shape.text;

/** Where a message is typed. Enter sends it, with Shift it begins a line; on a touch keyboard Enter is a line. */
export function Composer({
  draft,
  placeholder,
  onType,
  onSend,
}: {
  draft: string;
  placeholder: string;
  onType: (text: string) => void;
  onSend: (text: string) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  const left = CHAT_MAX - draft.trim().length;
  const read = textSchema.safeParse(draft);
  const problem = draft.trim() !== '' && !read.success ? read.error.issues[0]?.message : undefined;

  function send(): void {
    area.current?.focus({ preventScroll: true });
    if (read.success) onSend(read.data);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      noValidate
      className="border-t border-rule p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          Message
        </label>
        <textarea
          ref={area}
          id={id}
          rows={2}
          value={draft}
          placeholder={placeholder}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${controlClass} h-auto max-h-40 min-h-11 resize-none py-2.5 field-sizing-content`}
        />
        <Button
          type="submit"
          variant="primary"
          className="w-11 shrink-0 px-0!"
          aria-label="Send"
          disabled={!read.success}
        >
          <SendHorizontal size={18} aria-hidden="true" />
        </Button>
      </div>
      <p id={`${id}-note`} className="text-xs text-ink-3 not-empty:pt-1.5" aria-live="polite">
        {problem ? <span className="text-fault">{problem}</span> : null}
        {!problem && left <= NEARLY ? `${left} characters left` : null}
      </p>
    </form>
  );
}
