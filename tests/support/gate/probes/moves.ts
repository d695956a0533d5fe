/** Which way something went. */
export const DIRECTIONS = {
  en: `rose|it fell|gained ground|lost ground|climbed|dropped|declined|jumped|plunged|tumbled|soared|surged|slid|sank|crashed|rallied|rebounded|went up|went down|in the red|a sell-off|bullish|plummeted|recovered|weakened|strengthened|dipped|skyrocketed|a bloodbath|green`,
  de: `stieg|es fiel|legte zu|gab nach|kletterte|sackte ab|brach ein|sprang|stürzte ab|rutschte|schoss nach oben auf ein Hoch|sank|crashte|erholte sich|ein Kurssturz|aufwärts|abwärts|im Minus|im Plus|bullisch|verlor|gewann|ein Rückgang|ein Anstieg|schwächer|stärker|Talfahrt|gefallen|gestiegen`,
  es: `subió|cayó|ganó terreno|perdió terreno|trepó|bajó|retrocedió|saltó|se desplomó|se hundió|se disparó|al alza|a la baja|rebotó|se recuperó|en rojo|alcista|bajista|se debilitó|una caída|una subida`,
  fr: `a monté|est tombé|a gagné du terrain|a perdu du terrain|a grimpé|a chuté|a reculé|a bondi|s’est effondré|a plongé|s’est envolé|en hausse|en baisse|a rebondi|dans le rouge|haussier|baissier|s’est affaibli|une chute|un repli|a progressé`,
  pt: `subiu|caiu|ganhou terreno|perdeu terreno|escalou|despencou|recuou|saltou|desabou|afundou|disparou|em alta|em queda|recuperou-se|no vermelho|altista|baixista|enfraqueceu|uma queda|uma subida|avançou`,
  ja: `下落|上昇|急落|急騰|値上がり|値下がり|続落|反発|反落|暴落|高騰|伸びました|下がりました|上がりました|落ち込み|急伸|プラス|マイナス|赤字|弱気|強気|ブル|ベア|ラリー|クラッシュ|回復|持ち直し|軟調|堅調|安くなりました|高くなりました|さがりました|あがりました|ダウン|アップ|下げ|上げ|崩れ`,
} as const;

/** Extremes, degrees and comparisons. */
export const EXTREMES = {
  en: `all-time high|a record|the highest|the lowest close|its peak|a new low|the biggest|the largest ever|at the top|bottomed out|more than usual|less than before|above the average|below the open|better than expected|outperformed|sharply|massive|slightly|unprecedented|the most traded|near its high|exceeded|a maximum|ahead of the others|dramatically`,
  de: `Allzeithoch|ein Rekord|das höchste|der tiefste Schluss|der Gipfel|ein neues Tief|der größte|am meisten gehandelt|meistgehandelt|an der Spitze|mehr als üblich|weniger als zuvor|über dem Durchschnitt|unter der Eröffnung|besser als erwartet|übertraf|kräftig|massiv|leicht|beispiellos|nahe am Hoch|überschritt|ein Maximum|vor den anderen, besser|Höchststand|drastisch`,
  es: `máximo histórico|un récord|el más alto|el cierre más bajo|su pico|un nuevo mínimo|el mayor|el más negociado|en la cima|más de lo habitual|menos que antes|por encima del promedio|por debajo|mejor de lo esperado|superó|bruscamente|enorme|levemente|sin precedentes|cerca del máximo|el peor`,
  fr: `un record|plus haut historique|le plus haut|la clôture la plus basse|son pic|un nouveau plancher|le plus grand|le plus échangé|au sommet|plus que d’habitude|moins qu’avant|au-dessus de la moyenne|en dessous|mieux que prévu|a dépassé|brutalement|énorme|légèrement|sans précédent|proche du plus haut|le pire`,
  pt: `máxima histórica|um recorde|o mais alto|o fechamento mais baixo|seu pico|uma nova mínima|o maior|o mais negociado|no topo|mais que o habitual|menos que antes|acima da média|abaixo|melhor que o esperado|superou|bruscamente|enorme|levemente|sem precedentes|perto da máxima|o pior`,
  ja: `最高値|最安値|史上最高|過去最大|最大|最も取引された|ピーク|新記録|頂点|底値|平均を上回る|以上|以下|より大きい|比べて|超えました|未満|大幅|急激|わずか|異例|節目|記録的|トップ|前例のない|最低|圧倒的|著しい|もっとも|かつてない|普段より|匹敵|上回りました|下回りました|大商い|巨額|激しい|突出`,
} as const;
