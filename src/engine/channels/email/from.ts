import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import type { SendDeps } from '../channel.ts';

/** The address with a tag before the @, so that a bounce says which delivery it is about. */
export function tagged(address: string, tag: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).split('+')[0] ?? '';
  return `${local.slice(0, 63 - tag.length)}+${tag}${address.slice(at)}`;
}

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

type From = Pick<OutgoingMail, 'from' | 'replyTo' | 'returnPath' | 'dkim'>;

/**
 * Who an email is from. The brand's own address needs its own server, or its domain's DKIM key in the DNS: nobody sends
 * from a domain that they haven't shown to be theirs. Otherwise it comes from the installation's, and answers go to the brand.
 */
export function fromOf(deliveryId: string, { sender, connection, mail }: SendDeps): From {
  const { fromName, fromAddress, replyTo, bounceAddress, selector } = sender.settings;
  const name = fromName ?? sender.brandName;
  const privateKey = sender.secrets['dkim'];
  const signs = selector !== undefined && privateKey !== undefined;
  if (fromAddress === undefined || (connection === null && !signs)) {
    const answersTo = replyTo ?? fromAddress;
    return {
      from: { name, address: mail.from },
      returnPath: tagged(mail.from, deliveryId),
      ...(answersTo === undefined ? {} : { replyTo: answersTo }),
    };
  }
  const bounces = bounceAddress ?? (connection === null ? mail.from : null);
  return {
    from: { name, address: fromAddress },
    ...(replyTo === undefined ? {} : { replyTo }),
    // A server of the brand's own may take its own addresses only.
    ...(bounces === null ? {} : { returnPath: tagged(bounces, deliveryId) }),
    ...(signs ? { dkim: { domain: domainOf(fromAddress), selector, privateKey } } : {}),
  };
}
