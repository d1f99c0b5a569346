import type { DecodeName } from './code-pages.ts';

/** An encoding of two bytes a character. */
interface CharacterSet {
  name: string;
  /** Whether two bytes are one of its usual characters. */
  isUsual: (lead: number, trail: number) => boolean;
  /** The most frequent characters of names of files. */
  frequent: ReadonlySet<string>;
}

const isWithin = (byte: number, from: number, to: number) => byte >= from && byte <= to;

/** The likeliest first. */
const SETS: readonly CharacterSet[] = [
  {
    // Kana, marks and the first level of kanji; nothing else has such leading bytes.
    name: 'shift_jis',
    isUsual: (lead, trail) =>
      trail >= 0x40 && (isWithin(lead, 0x81, 0x83) || isWithin(lead, 0x88, 0x98)),
    frequent: new Set(
      '報告書資料見積請求会議事録写真画像新日本語東京大阪田中山仕様設計一覧注文領収契約手順予定表能' +
        '力履歴名簿年度月第章版最終製品説明管理技術検査部工業株式社内外参考案規程申込出張勤務給与経費' +
        '納発売上二三四五六七八九十連絡保守点図面試験結果題配布用数使行示効合指不要字列無値失変時作成' +
        '正敗必前更有除実動対取在入場可型関置子存間読再削了認生鍵証開引号続期接現方化情得同警番照義限' +
        '後位制長換形目切的付信下選複択以性全問先空含算所索分識解致署受囲返加準状視小始当単演者追印範' +
        '別集態持利',
    ),
  },
  {
    name: 'gb18030',
    isUsual: (lead, trail) =>
      trail >= 0xa1 && (isWithin(lead, 0xb0, 0xd7) || isWithin(lead, 0xa1, 0xa3)),
    frequent: new Set(
      '音乐视频歌曲数据库论界果你好电影游戏软程序代码备份桌面下载我的家庭旅相册世界苹北京上海张李王四' +
        '合同报告说明书文档财务表格计划总结通知图片照资料新建件夹产品手册年月日第一二三四五六七八九十' +
        '章节版本最终会议纪要记录申请简历附中测试名称价单清目项需求设方案培训人事管理公司部门客户销售' +
        '采购质量检验标准技术规范工程施维修保证发票订付款协副作业课论上下半季度学校生老师大小的用不无' +
        '数在法有个是为字出时行定使符选置式可到能对输效示入列错以存或器未已于指据取将类分和值进误包接' +
        '型号信打显参模制除序过没动前间失引被支命正息配了后提组位令认开重如败内所密应更码子关库加查系' +
        '持否空索果签您当读并现多创此成写从改变则换区必操服删解印复钥',
    ),
  },
  {
    name: 'euc-kr',
    isUsual: (lead, trail) =>
      trail >= 0xa1 && (isWithin(lead, 0xb0, 0xc8) || isWithin(lead, 0xa1, 0xa3)),
    frequent: new Set(
      '보고서계약견적문회의록자료제품설명사용안내신청이력공지항획결과관진새폴더년월일매뉴얼목표정리' +
        '최종수본영업무재객기술도면교육시험성대한민국부다니을에습는를로하없가스합음파할트인은오위않터' +
        '션있어그상으드만값치작아해실프모함름옵입크패여데버소전형행된바중나경요되들식디열못블세메출구' +
        '개류동변거잘비키호테레조야원라환장번필태했령미단체렉브현너화추복간주유연우마읽타분색코때반선' +
        '러었당십커와려또임줄래포속능베알절확른페방저검접럼랜택법참증백템칼덱처텍건았준퍼끝각생초활게' +
        '두든발예링쓰젯밋져램클',
    ),
  },
  {
    name: 'big5',
    isUsual: (lead, trail) =>
      (isWithin(trail, 0x40, 0x7e) || trail >= 0xa1) && isWithin(lead, 0xa1, 0xc6),
    frequent: new Set(
      '報告合約說明書文件資料會議記錄產品手冊年月日第一二三四五六七八九十章節版本最終計畫總結通知圖' +
        '片照新增夾財務表單申請履歷附價目測試公司客戶管理規範工程訂發票台灣國立大學中名稱維修保固採購' +
        '質檢驗標準技術需求設方案的用檔無不定法在有式使數字選個時是示為指出取列項位入要元行輸錯作效以' +
        '可到已或顯誤存能號未動區除訊分值將組於提引開格者符沒對前正如重置令間型失後模和更否支建所過預' +
        '變碼啟度敗下執來上類器內生機小此應印果空讀這子包鑰被了寫參解態交視您得成移編體從連狀至加則物' +
        '多串裝證端進同鍵換相套非關自並期找援金之略回序路只頭統含庫服',
    ),
  },
];

const KANA = /^[\u3041-\u30ff]$/u;
/** Small letters are not written beside others in a word. */
export const MIXED = /[a-z][\u3041-\u9fff\uac00-\ud7a3]|[\u3041-\u9fff\uac00-\ud7a3][a-z]/u;

/** Returns the decoder of names of which nearly all characters are usual ones of a set, and a share of them frequent. */
export function detectAsianSet(names: readonly Uint8Array[], least = 0): DecodeName | undefined {
  const foreign = names.filter((name) => name.some((byte) => byte >= 0x80));
  let best: { decode: DecodeName; share: number } | undefined;
  for (const set of SETS) {
    const decoder = new TextDecoder(set.name, { fatal: true });
    const decode = (name: Uint8Array) => decoder.decode(name);
    const share = shareOfFrequent(foreign, set, decode);
    if (share !== undefined && (best === undefined || share > best.share)) best = { decode, share };
  }
  return best !== undefined && best.share >= least ? best.decode : undefined;
}

/** Returns the share of frequent characters; undefined where the names are hardly in the set. */
function shareOfFrequent(
  names: readonly Uint8Array[],
  { name: encoding, isUsual, frequent }: CharacterSet,
  decode: DecodeName,
): number | undefined {
  let [usual, all, common] = [0, 0, 0];
  let isWord = false;
  try {
    for (const name of names) {
      const text = decode(name);
      if (MIXED.test(text)) return undefined;
      isWord ||= /[\u3041-\u9fff\uac00-\ud7a3]{2}/u.test(text);
      for (const letter of text) if (frequent.has(letter) || KANA.test(letter)) common += 1;
      for (let at = 0; at < name.length; at += 1) {
        const [lead = 0, trail = 0] = name.subarray(at, at + 2);
        if (lead < 0x80) continue;
        all += 1;
        if (encoding === 'shift_jis' && isWithin(lead, 0xa1, 0xdf)) continue;
        if (isUsual(lead, trail)) usual += 1;
        at += 1;
      }
    }
  } catch {
    return undefined;
  }
  return isWord && usual >= all * 0.85 ? common / all : undefined;
}
