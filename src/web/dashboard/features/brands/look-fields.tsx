import { DARK_PICTURES, FONTS, SHAPES } from '#src/shared/brand-kit.ts';
import { textOn } from '#src/shared/colors.ts';
import { Select } from '#src/web/ui/select.tsx';
import { ColorField } from './color-field.tsx';
import { accentWords, headerWords, mendedAccent } from './contrast-words.ts';
import type { Fields } from './fields.ts';

/** Colors with their contrast, and what is drawn where it is too low. */
export function ColorFields({
  color,
  accent,
  field,
  set,
}: Pick<Fields, 'field' | 'set'> & { color: string; accent: string }) {
  return (
    <>
      <ColorField
        label="Header color"
        hint={headerWords(color)}
        value={color}
        onPick={(picked) => set('color', picked)}
        {...field('color')}
      />
      <ColorField
        label="Accent color"
        hint={accentWords(accent)}
        value={accent}
        onPick={(picked) => set('accent', picked)}
        {...field('accent')}
      />
      <Mended accent={accent} />
    </>
  );
}

/** The color as it was chosen, and as it is drawn by day and by night. */
function Mended({ accent }: { accent: string }) {
  const drawn = mendedAccent(accent);
  return (
    <ul aria-label="How the accent is drawn" className="grid grid-cols-2 gap-px bg-line text-sm">
      {drawn.map(({ title, ground, color, ink }) => (
        <li key={title} className="p-3" style={{ backgroundColor: ground, color: ink }}>
          <span className="mb-2 block h-1 w-16" style={{ backgroundColor: color }} aria-hidden="true" />
          {title}
          <span className="figure block text-xs">{color}</span>
        </li>
      ))}
    </ul>
  );
}

/** A typeface to choose by how it looks, and the shape of corners. */
export function TypeFields({ values, color, field, set }: Fields & { color: string }) {
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Typefaces</legend>
        <div className="grid gap-px border border-edge bg-edge sm:grid-cols-2">
          {Object.entries(FONTS).map(([name, font]) => (
            <label
              key={name}
              className="flex min-h-14 cursor-pointer items-center gap-3 bg-raised px-3 py-2 sm:last:odd:col-span-2 has-checked:font-medium has-focus-visible:z-1 has-focus-visible:outline-2 has-focus-visible:outline-brass"
            >
              <input
                type="radio"
                {...field('font')}
                value={name}
                checked={values.font === name}
                onChange={() => set('font', name)}
                className="size-4 shrink-0 outline-none"
              />
              <span className="min-w-0">
                <span className="block text-base" style={{ fontFamily: font.heading }}>
                  {font.title}
                </span>
                <span className="block text-sm text-ink-2" style={{ fontFamily: font.text }}>
                  Closed at <span style={{ fontFamily: font.figures }}>2,386.13</span>
                </span>
              </span>
            </label>
          ))}
        </div>
        <p className="mt-1.5 text-sm text-ink-2">Every email program has these, or the next closest one.</p>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Corners</legend>
        <div className="grid grid-cols-3 gap-px border border-edge bg-edge">
          {Object.entries(SHAPES).map(([name, { title, button }]) => (
            <label
              key={name}
              className="grid min-h-11 cursor-pointer justify-items-start gap-2 bg-raised p-3 text-sm has-checked:font-medium has-focus-visible:z-1 has-focus-visible:outline-2 has-focus-visible:outline-brass"
            >
              <span className="flex items-center gap-2">
                <input
                  type="radio"
                  {...field('shape')}
                  value={name}
                  checked={values.shape === name}
                  onChange={() => set('shape', name)}
                  className="size-4 outline-none"
                />
                {title}
              </span>
              <span
                aria-hidden="true"
                className="px-3 py-1.5 text-xs"
                style={{ backgroundColor: color, color: textOn(color), borderRadius: button }}
              >
                Button
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Select
        label="Pictures"
        hint="Emails and hosted pages follow the reader’s mode. Email programs that can’t, such as Gmail, show the light chart. So do chats and posts, unless you choose always dark."
        options={Object.entries(DARK_PICTURES).map(([value, label]) => ({ value, label }))}
        {...field('darkPictures')}
      />
    </>
  );
}
