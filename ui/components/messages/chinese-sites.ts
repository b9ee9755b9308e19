import type { englishSites } from './english-sites.ts'

/** The texts about installations of platforms. */
export const chineseSites: Readonly<Record<keyof typeof englishSites, string>> = {
  'nav.sites': '站点',
  'sites.title': '站点',
  'sites.lead': '由一个文件安装的平台，以及安装进度。',
  'sites.empty': '本服务器没有站点',
  'sites.emptyHint': '启动服务器时用 --sites 指定站点的文件夹，即可在此查看安装。',
  'sites.cluster': '集群',
  'sites.progress': '进度',
  'sites.at': '步骤',
  'sites.steps': '步骤',
  'sites.operation': '{operation} 的条件',
  'sites.count': '{done} / {total} 步',
  'sites.left': '大约还需 {time}',
  'sites.log': '安装程序的输出',
  'sites.install': '安装',
  'sites.installAgain': '重新安装',
  'sites.retry': '继续',
  'sites.Unknown': '未开始',
  'sites.Doing': '进行中',
  'sites.Success': '已安装',
  'sites.Failed': '失败',
  'sites.Retrying': '正在重试',
}
