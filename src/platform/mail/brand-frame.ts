import type { Look, Picture } from '#src/shared/content/document.ts';
import { type PreparedMedia, pictureUrl } from '#src/shared/content/prepared.ts';
import type { MailFrame } from './frame.ts';

type BrandLook = Omit<Look, 'accent'>;

/** What a brand's look makes of the frame of its emails. */
export const frameOf = ({
  name,
  color,
  logo,
  logoDark = null,
  font,
  shape,
  links,
}: BrandLook): Pick<
  MailFrame,
  'brandName' | 'brandColor' | 'logo' | 'logoDark' | 'font' | 'shape' | 'links'
> => ({
  brandName: name,
  brandColor: color,
  logo: shown(logo),
  logoDark: shown(logoDark),
  font,
  shape,
  links,
});

const shown = (picture: Picture | null) => picture && { ...picture, url: pictureUrl(picture.hash) };

/** The logos that go out with its emails. */
export const logosOf = ({ name, logo, logoDark = null }: BrandLook): PreparedMedia[] => {
  const kept = [
    { file: 'logo.png', picture: logo },
    { file: 'logo-dark.png', picture: logoDark },
  ];
  return kept.flatMap(({ file, picture }) =>
    picture ? [{ name: file, type: picture.type, hash: picture.hash, alt: name }] : [],
  );
};
