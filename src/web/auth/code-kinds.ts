export type CodeKind = 'app' | 'recovery';

/** How each kind of code is asked for, and read however it was typed (null: it is not all there). */
export const CODE_KINDS = {
  app: {
    label: 'Code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    placeholder: '000000',
    maxLength: 12,
    read: (text: string) => exactly(text.replaceAll(/\D/g, ''), 6),
    incomplete: 'Enter the six digits that your authenticator app shows.',
  },
  recovery: {
    label: 'Recovery code',
    inputMode: 'text',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    placeholder: 'xxxx-xxxx-xxxx-xxxx',
    maxLength: 40,
    read: (text: string) => exactly(text.replaceAll(/[\s-]/g, ''), 16),
    incomplete: 'Enter all sixteen letters and digits of one of your codes.',
  },
} as const;

const exactly = (text: string, length: number): string | null => (text.length === length ? text : null);
