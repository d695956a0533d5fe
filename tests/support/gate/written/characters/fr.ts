import type { Characters } from '../written.ts';

export const FR: Characters = {
  figures: `
    {name} a clôturé à 2\u202f711,02 {when}.
    {name} a ouvert à 2\u202f386,13.
    {name} a clôturé 12\u00a0% plus bas.
    Disons 2\u202f400 pour {name}.
    {symbol} affiche +11,98\u00a0% {when}.
    La clôture précédente était de 2\u202f508,59.
    {name} a clôturé en repli de 11,89\u00a0%.
    Le plus haut était 2\u202f380,94 et le plus bas 2\u202f562,98.
    Voilà {symbol} à 2386.
    Le seuil de la règle était de 11,98\u00a0%.
    {name} a cédé 324,89 {when}.
    Il s’est échangé 30\u202f000 titres de {name}.
    La bougie du 17/03/2020 le montre.
    {name} se trouve à 2,38613.
    Le S&P 501 figure dans le tableau.
    Voici les 11 données de l’événement.
    {name} est passé de 2\u202f386,13 à 2\u202f711,02.
    {symbol} affiche -5\u00a0%.
    C’est l’alerte n°4 sur {name}.
    À 16h00, {name} était à 2\u202f386,31.`,
  links: `
    Plus de détails sur www.harborvale.example.
    Le graphique est sur https://harborvale.example/c.
    Écrivez à redaction@harborvale.example.
    Notre compte est @harborvale.
    La suite sur harborvale point com.
    Retrouvez {brand} sur Telegram.
    t.me/harborvale a le graphique.
    Le lien est dans notre bio.
    Les détails sont sur notre site web.
    Le code QR mène à {name}.
    Notre numéro de téléphone répond sur {symbol}.
    Le numéro est le 01 23 45 67.
    harborvale[.]example a toutes les données.
    harborvale (point) example a toutes les données.
    h t t p s : // port
    Tout est sur bit point ly slash vale.
    L’adresse est redaction arobase harborvale point example.
    Nous répondons sur WhatsApp à propos de {name}.
    La page est harborvale.example.
    ftp://harborvale contient les données.`,
  markup: `
    <b>{name}</b> a clôturé plus bas.
    **{name}** est l’instrument de cette alerte.
    [Le graphique](chart) montre l’événement.
    La clôture était de {{close}}.
    {% if close %}Voici l’événement.{% endif %}
    <script>alert</script> suit.
    # L’événement sur {name}
    > La rédaction de {brand} l’a vu.
    | Clôture | Ouverture |
    \`{name}\` figure ci-dessous.
    ~~{name} figure ci-dessous.~~
    __Les détails sont ci-dessous.__
    <!-- Les détails sont ci-dessous. -->
    Les détails &lt;sont&gt; ci-dessous.
    *Les détails sont ci-dessous.*
    ||Les détails sont ci-dessous.||
    [b]Les détails sont ci-dessous.[/b]
    <mj-text>Les détails sont ci-dessous.</mj-text>
    Les détails sont dans le tableau.[^a]
    \${close} est la clôture.`,
  hidden: `
    {name} a ch\u200buté.
    {name} \u0430 chuté.
    {name} a mon\u00adté.
    {name} a m\u043enté.
    Le cours est allé vers le h\u2060aut.
    C’était un rec\u200dord.
    Ach\u200cetez {name}.
    C’était en \u202eessiab.
    {name} a p\u0435rdu de la valeur.
    {name} a \uff43\uff48\uff55\uff54\uff45.
    {name} a \u{1d41c}\u{1d421}\u{1d42e}\u{1d42d}\u{1d41e}.
    Il y en avait c\u0131nq.
    Il y en avait \u2464.
    Il y en avait \u2164.
    C’était \u00bd de la bougie.
    Ven\u3164dez {symbol}.
    Vendez\u2800 {symbol}.
    {name} a \u1d04\u029c\u1d1c\u1d1b\u1d07.
    Il y en avait dix\u{e006d}\u{e0069}\u{e006c}.
    Il y en avait d\u0435ux.`,
};
